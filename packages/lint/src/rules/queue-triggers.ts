/**
 * For rules about statements on queues: none of their own. A file that names a queue's table, its model or a claim column
 * is read in any case.
 */
export const QUEUE_TRIGGERS: readonly string[] = [];
