DROP TABLE `queuegen_lease`;

DROP TABLE `queuegen_control`;
