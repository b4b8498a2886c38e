import { WebSocket } from 'ws';
import type { WebSocketConstructor } from '../options.js';

const inRuntime = (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;

/** The WebSockets people use: that of the package `ws`, and that of the runtime where it has one (not Node 20). */
export const webSockets: [string, WebSocketConstructor][] = [
  ['ws', WebSocket],
  ...(inRuntime ? [['the runtime', inRuntime] as [string, WebSocketConstructor]] : []),
];
