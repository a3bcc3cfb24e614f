/** Realtime settings, which only tests change. */
export interface RealtimeSettings {
  /** Interval of heartbeats, milliseconds (C-88, D-14). */
  readonly heartbeatMs: number;
  /** Unread bytes above which a slow reader is disconnected. */
  readonly maxBufferedBytes: number;
}

/** A heartbeat every 25 s; readers with more than 1 MiB unread are disconnected. */
export const defaultRealtimeSettings: RealtimeSettings = { heartbeatMs: 25_000, maxBufferedBytes: 1_048_576 };
