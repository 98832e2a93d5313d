DROP TABLE `reindex_range`;
