/** Commands that tell something of a queue, in lower case; others are not looked at. */
const COMMANDS: ReadonlySet<string> = new Set(
  (
    "lpop rpop blpop brpop lmpop blmpop lmove blmove rpoplpush brpoplpush lpush rpush lpushx rpushx lrem lrange ltrim " +
    "zadd zrem zrange zrangebyscore zremrangebyscore zremrangebyrank zpopmin bzpopmin " +
    "xadd xreadgroup xack xackdel xdel xgroup xautoclaim xclaim xpending xinfo set setnx hset hmset sadd watch"
  ).split(" "),
);

/** Names of node-redis that are a command and a variant of it. */
const VARIANTS: Readonly<Record<string, string>> = {
  lpopcount: "lpop",
  rpopcount: "rpop",
  zrangewithscores: "zrange",
  zrangebyscorewithscores: "zrangebyscore",
  xautoclaimjustid: "xautoclaim",
  xclaimjustid: "xclaim",
  xpendingrange: "xpending",
  xgroupcreate: "xgroup create",
  xgroupcreateconsumer: "xgroup createconsumer",
  xgroupsetid: "xgroup setid",
  xgroupdelconsumer: "xgroup delconsumer",
  xgroupdestroy: "xgroup destroy",
  xinfogroups: "xinfo",
  xinfostream: "xinfo",
};

/** The command of a method's name, whatever its case: `brpopBuffer`, `xGroupCreate`, `lpopAsync`. */
export function commandNamed(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/(?:buffer|async)$/, "");
  return VARIANTS[plain] ?? (COMMANDS.has(plain) ? plain : undefined);
}
