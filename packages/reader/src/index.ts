export * from "./host.js";
export * from "./node-host.js";
export * from "./read-declarations.js";
export * from "./read-queues.js";
