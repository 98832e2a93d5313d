import type { Link } from "../session/link.js";
import type { Session } from "../session/session.js";
import { NOW_MS } from "../sql/now.js";
import { DUPLICATE_KEY, errnoOf } from "../sql/server-error.js";
import { compile, type SqlValues, type Statement } from "../sql/statement.js";

/** What only one process of the cluster does: it holds a row of `queuegen_lease`, by the database's clock. */
export class LeaseRow {
  readonly #name: string;
  readonly #holder: string;
  readonly #sql: Readonly<Record<"look" | "renew" | "create" | "give", Statement>>;
  #mine = false;

  constructor(table: string, name: string, holder: string) {
    this.#name = name;
    this.#holder = holder;
    this.#sql = {
      look: compile(`SELECT until_ms >= ${NOW_MS} AND holder <> :holder FROM \`${table}\` WHERE name = :name`),
      renew: compile(
        `UPDATE \`${table}\` SET holder = :holder, until_ms = ${NOW_MS} + :ttl WHERE name = :name AND (holder = :holder OR until_ms < ${NOW_MS})`,
      ),
      create: compile(`INSERT INTO \`${table}\` (name, holder, until_ms) VALUES (:name, :holder, ${NOW_MS} + :ttl)`),
      give: compile(`UPDATE \`${table}\` SET until_ms = 0 WHERE name = :name AND holder = :holder`),
    };
  }

  /** Takes or renews it for `ttl` ms; false while somebody else holds it, which costs a read. */
  async hold(session: Session, ttl: number): Promise<boolean> {
    const values = { name: this.#name, holder: this.#holder, ttl };
    const link = await session.link();
    if (!this.#mine) {
      const [row] = await link.read(this.#sql.look, values);
      if (Number(row?.[0] ?? 0) === 1) return false;
    }
    this.#mine = await this.#take(link, values);
    return this.#mine;
  }

  async #take(link: Link, values: SqlValues): Promise<boolean> {
    if ((await link.write(this.#sql.renew, values)) > 0) return true;
    try {
      return (await link.write(this.#sql.create, values)) > 0;
    } catch (error) {
      if (errnoOf(error) === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  async give(session: Session): Promise<void> {
    this.#mine = false;
    const link = await session.link(1_000);
    await link.write(this.#sql.give, { name: this.#name, holder: this.#holder });
  }
}
