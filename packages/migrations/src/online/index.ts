export { type HeavyStep, heavySteps } from "./heavy-steps.js";
export { type OnlineCommands, type OnlinePlace, onlineCommands } from "./online-commands.js";
