/** Version of the contract between generated files and the runtime; stands in both, and a mismatch is an error at start. */
export const generatedFormat = 1;
