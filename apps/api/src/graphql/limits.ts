/** What one operation may be, over HTTP and WebSocket alike; told to clients in serverInfo.limits. */
export const limits = {
  maxDepth: 12,
  maxCost: 25_000,
  maxAliases: 30,
  maxDirectives: 20,
  maxTokens: 2_000,
  maxBodyBytes: 1_300_000,
  maxSubscriptionsPerSocket: 50,
} as const;
