DROP TABLE `notify_task`;
