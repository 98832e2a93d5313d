/** Epoch ms with fractions; the same clock in every process of the machine. */
export function epochNow(): number {
  return performance.timeOrigin + performance.now();
}
