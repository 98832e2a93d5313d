export { createTableSql } from "./ddl/create-table.js";
