/** A job of about 110 bytes, the same data that `fillTable` makes. */
export function jobOf(number: number): {
  user_id: number;
  channel: string;
  payload: { title: string; body: string };
} {
  return {
    user_id: number,
    channel: "mail",
    payload: { title: `Order ${number} shipped`, body: `Dear user ${number}, ${"x".repeat(50)}` },
  };
}
