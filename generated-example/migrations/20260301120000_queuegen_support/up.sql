CREATE TABLE `queuegen_control` (
  `queue` varchar(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  `paused` tinyint unsigned NOT NULL DEFAULT 0,
  `concurrency` int unsigned DEFAULT NULL COMMENT 'of one worker process',
  `global_concurrency` int unsigned DEFAULT NULL COMMENT 'of all of them together',
  `restart_at` bigint unsigned DEFAULT NULL COMMENT 'epoch ms; workers started earlier end themselves',
  PRIMARY KEY (`queue`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

CREATE TABLE `queuegen_lease` (
  `name` varchar(100) NOT NULL,
  `holder` varchar(100) NOT NULL,
  `until_ms` bigint unsigned NOT NULL COMMENT 'epoch ms by the database''s clock',
  PRIMARY KEY (`name`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
