/** A client of ioredis or node-redis (the package `redis`), connected: what a producer needs of it. Structural. */
export interface RedisPublisher {
  readonly publish: (channel: string, message: string) => unknown;
}

/** The same, for a worker: a copy of it, on a connection of its own, listens. */
export interface RedisClient extends RedisPublisher {
  readonly duplicate: (...args: never[]) => unknown;
}

export interface Subscription {
  /** Resolves when the channels are listened to. */
  readonly ready: Promise<unknown>;
  end(): void;
}

interface IoRedis {
  duplicate(options: object): IoRedis;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "message", listener: (channel: string) => void): unknown;
  subscribe(...channels: string[]): Promise<unknown>;
  disconnect(): void;
}

interface NodeRedis {
  duplicate(): NodeRedis;
  on(event: "error", listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  subscribe(channels: string[], listener: (message: string, channel: string) => void): Promise<unknown>;
  /** Since version 5; before it `disconnect`. */
  destroy?(): void;
  disconnect?(): Promise<unknown>;
}

/** Listens to channels. Both clients connect and subscribe again by themselves after their connection broke. */
export function subscribe(
  client: RedisClient,
  channels: readonly string[],
  heard: (channel: string) => void,
  onError: (error: unknown) => void,
): Subscription {
  if ("isOpen" in client) return onNodeRedis((client as unknown as NodeRedis).duplicate(), channels, heard, onError);
  // Without a limit of tries: the subscription waits for a server that is away.
  const copy = (client as unknown as IoRedis).duplicate({ maxRetriesPerRequest: null });
  copy.on("error", onError);
  copy.on("message", heard);
  return { ready: copy.subscribe(...channels), end: () => copy.disconnect() };
}

function onNodeRedis(
  copy: NodeRedis,
  channels: readonly string[],
  heard: (channel: string) => void,
  onError: (error: unknown) => void,
): Subscription {
  copy.on("error", onError);
  return {
    ready: copy.connect().then(() => copy.subscribe([...channels], (_message, channel) => heard(channel))),
    end() {
      if (copy.destroy) copy.destroy();
      else copy.disconnect?.().catch(onError);
    },
  };
}
