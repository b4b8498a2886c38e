/**
 * A process with SUBSCRIBERS subscribers of the SDK. They read from the cursor AFTER until each has COUNT events, going from
 * one URL of URLS to the next whenever a connection fails. Says "reading" when all have begun, "seen N" now and then, and at
 * the end "done" with one line of JSON for each distinct sequence of events that was seen.
 */
import { createClient } from '@awp/sdk';

const { URLS, TOKEN, AFTER, COUNT, SUBSCRIBERS = '1' } = process.env;
const urls = URLS.split(',');
let seen = 0;

/** All events, in the order in which they came. A stream that is given up resumes at another server from its cursor. */
async function read() {
  const events = [];
  let after = AFTER;
  let at = 0;
  while (events.length < Number(COUNT)) {
    const client = createClient({ url: urls[at % urls.length], token: TOKEN });
    try {
      for await (const event of client.events({ after, maxReconnects: 0 })) {
        events.push(`${event.sequence} ${event.subjectId} ${event.to}`);
        after = event.cursor;
        if ((seen += 1) % 100 === 0) console.log(`seen ${seen}`);
        if (events.length === Number(COUNT)) break;
      }
    } catch (error) {
      if (error.code === 'UNAUTHENTICATED') throw error;
    }
    at += 1;
  }
  return events;
}

const reading = Array.from({ length: Number(SUBSCRIBERS) }, read);
console.log('reading');
const all = await Promise.all(reading);
const distinct = new Set(all.map((events) => JSON.stringify(events)));
console.log('done');
for (const events of distinct) console.log(events);
process.exit(0);
