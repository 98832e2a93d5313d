export * from "./declaration.js";
export * from "./diagnostic.js";
export * from "./model.js";
