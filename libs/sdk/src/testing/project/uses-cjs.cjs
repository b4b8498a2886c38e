const { AwpError, createClient } = require('@awp/sdk');

async function main() {
  const client = createClient({ url: process.env.AWP_URL, token: process.env.AWP_TOKEN });
  console.log('role', (await client.viewer()).role);
  try {
    for await (const event of client.events()) {
      console.log('event', event.sequence);
      break;
    }
  } catch (error) {
    if (!(error instanceof AwpError)) throw error;
    console.log(error.code);
  }
}

void main();
