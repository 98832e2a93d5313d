import type { FreshDatabase } from "../services/database.js";

/** A shop as applications have it: reserved words, foreign keys both ways, a trigger, other encodings, computed columns. */
const TABLES = [
  "CREATE TABLE customer (id int unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, name varchar(50))",
  `CREATE TABLE \`order\` (
    \`key\` int unsigned NOT NULL AUTO_INCREMENT,
    customer_id int unsigned NOT NULL,
    status enum('new','paid','sent') NOT NULL DEFAULT 'new',
    \`select\` varchar(40) CHARACTER SET latin1 COLLATE latin1_swedish_ci DEFAULT 'none',
    old varchar(40) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin NOT NULL DEFAULT '',
    net decimal(10,2) NOT NULL DEFAULT 0.5,
    gross decimal(10,2) GENERATED ALWAYS AS (net * 2) STORED,
    \`double\` decimal(12,2) GENERATED ALWAYS AS (net * 4) VIRTUAL,
    flag tinyint(1) NOT NULL DEFAULT 1,
    create_time datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    changed timestamp NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    bits bit(4) DEFAULT b'101',
    tags set('a','b') NOT NULL DEFAULT 'a',
    doc json NULL,
    PRIMARY KEY (\`key\`),
    KEY idx_status_id (status, customer_id),
    CONSTRAINT of_customer FOREIGN KEY (customer_id) REFERENCES customer (id) ON DELETE CASCADE
  ) ENGINE=InnoDB DEFAULT CHARSET=latin1 COMMENT='what was bought'`,
  "CREATE TABLE line (order_key int unsigned, CONSTRAINT of_order FOREIGN KEY (order_key) REFERENCES `order` (`key`) ON DELETE SET NULL)",
  "CREATE TABLE change_log (order_key int unsigned, was varchar(10))",
  "CREATE TRIGGER log_change AFTER UPDATE ON `order` FOR EACH ROW INSERT INTO change_log VALUES (OLD.`key`, OLD.status)",
];

/** Makes the shop with three orders, the third with a child row. */
export async function openShop(database: FreshDatabase): Promise<void> {
  await database.query("DROP TABLE IF EXISTS change_log, line, `order`, customer");
  await database.query("DROP TABLE IF EXISTS queuegen_migrations, queuegen_control, queuegen_lease, queuegen_limit");
  for (const sql of TABLES) await database.query(sql);
  await database.query("INSERT INTO customer (name) VALUES ('Ada')");
  await database.query(
    "INSERT INTO `order` (customer_id, changed) VALUES (1, '2020-01-01'), (1, '2020-01-01'), (1, '2020-01-01')",
  );
  await database.query("INSERT INTO line VALUES (3)");
}
