/** Figures of the realtime side that tests turn; everybody else takes them as they are. */
export interface RealtimeSettings {
  /** Between two heartbeats, milliseconds (C-88, D-14). */
  readonly heartbeatMs: number;
  /** Bytes a reader may keep unread before it is let go. */
  readonly maxBufferedBytes: number;
}

export const defaultRealtimeSettings: RealtimeSettings = { heartbeatMs: 25_000, maxBufferedBytes: 1_048_576 };
