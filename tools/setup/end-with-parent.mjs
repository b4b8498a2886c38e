/**
 * Loaded into the API before its own code (`node --import`): when the process that started it dies without a word,
 * the API shuts down in order instead of serving on with nobody in charge.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

// The channel alone must not keep the API alive.
process.channel?.unref();
