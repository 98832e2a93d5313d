import type { BuilderReader } from "./chain.js";
import { readKnex } from "./knex.js";
import { readKysely } from "./kysely.js";

/** One entry for each query builder that the linter reads; the first that knows a chain reads it. */
export const BUILDERS: readonly BuilderReader[] = [readKysely, readKnex];
