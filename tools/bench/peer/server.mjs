/**
 * A process that serves the tables of DATABASE_URL with PostGraphile on its own node server, as it is set up for
 * production: no GraphiQL, no watching of the schema, no explaining, no WebSockets, answers written as text at once.
 */
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      pubsub: false,
      poolConfig: { max: Number(process.env.POOL_SIZE) },
    }),
  ],
  grafast: { explain: false },
  grafserv: { graphiql: false, watch: false, websockets: false, outputDataAsString: true },
});
await instance.getSchema();
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
