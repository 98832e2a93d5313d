import type { BuilderReader } from "./chain.js";
import { readDrizzle } from "./drizzle.js";
import { readDrizzleQuery } from "./drizzle-query.js";
import { readKnex } from "./knex.js";
import { readKysely } from "./kysely.js";
import { readPrisma } from "./prisma.js";
import { readDrizzleSchema } from "./schema/drizzle-schema.js";
import { readKnexSchema } from "./schema/knex-schema.js";
import { readKyselySchema } from "./schema/kysely-schema.js";
import type { SchemaReader } from "./schema/parts.js";
import { readSequelizeSchema } from "./schema/sequelize-schema.js";
import { readTypeormSchema } from "./schema/typeorm-schema.js";
import { readSequelize } from "./sequelize.js";
import { readTypeormBuilder } from "./typeorm.js";
import { readTypeormRepository } from "./typeorm-repository.js";

/** One entry for each query builder that the linter reads; the first that knows a chain reads it. */
export const BUILDERS: readonly BuilderReader[] = [
  readKysely,
  readDrizzle,
  readDrizzleQuery,
  readTypeormBuilder,
  readTypeormRepository,
  readSequelize,
  readPrisma,
  readKnex,
];

/** The same for what makes and changes tables. */
export const SCHEMA_BUILDERS: readonly SchemaReader[] = [
  readSequelizeSchema,
  readTypeormSchema,
  readDrizzleSchema,
  readKnexSchema,
  readKyselySchema,
];
