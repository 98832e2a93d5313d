/** One of the things that are compared. `run` measures it once. */
export interface Lane<Sample> {
  readonly name: string;
  run(round: number): Promise<Sample>;
}

/**
 * Runs the lanes in turn, round after round, so that a slow minute of the machine falls on all of them; every second
 * round in reverse order, so that none is always the one that comes after another.
 * @returns the samples of each lane, in the order of the lanes
 */
export async function interleave<Sample>(
  rounds: number,
  lanes: readonly Lane<Sample>[],
  log: (line: string) => void = () => {},
): Promise<Sample[][]> {
  const samples: Sample[][] = lanes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = lanes.map((_, index) => index);
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      const lane = lanes[index]!;
      log(`round ${round + 1} of ${rounds}: ${lane.name}`);
      samples[index]!.push(await lane.run(round));
    }
  }
  return samples;
}
