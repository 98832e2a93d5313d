CREATE TABLE `notify_task` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `status` tinyint unsigned NOT NULL DEFAULT 0 COMMENT '0 pending, 1 processing, 2 done, 3 dead, 5 waiting',
  `claim_token` varchar(32) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL COMMENT 'fence: who may write this row',
  `claim_time` int unsigned DEFAULT NULL COMMENT 'epoch seconds of the claim or of its last heartbeat',
  `worker_id` varchar(64) DEFAULT NULL,
  `attempts` smallint unsigned NOT NULL DEFAULT 0 COMMENT 'counted at claim',
  `create_time` bigint unsigned NOT NULL COMMENT 'epoch ms',
  `start_time` bigint unsigned DEFAULT NULL COMMENT 'epoch ms',
  `finish_time` bigint unsigned DEFAULT NULL COMMENT 'epoch ms',
  `run_at` bigint unsigned DEFAULT NULL COMMENT 'epoch ms; set only in status 5',
  `error_message` varchar(500) DEFAULT NULL COMMENT 'of the last failed attempt',
  `user_id` bigint unsigned NOT NULL,
  `channel` varchar(16) NOT NULL DEFAULT 'mail',
  `payload` json NOT NULL COMMENT 'What is shown to the user.',
  PRIMARY KEY (`id`),
  KEY `idx_status_id` (`status`,`id`),
  KEY `idx_run_at` (`run_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='Sends one notification through one channel.';
