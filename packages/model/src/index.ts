export * from "./declaration.js";
export * from "./diagnostic.js";
export * from "./duration.js";
export * from "./mode.js";
export * from "./model.js";
export * from "./option.js";
