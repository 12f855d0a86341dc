// The official TypeScript client as somebody's assistant, given a site's MCP address alone.
// Arguments: the package ("client" or "sdk"), the MCP address, where a person is sent back to. Lines of JSON go both ways:
// in {"call": ["list_pages", {}]}, {"list": true} or {"forget": true}; out {"visit": address} when a person must consent, to
// which {"back": address} is the answer; out {"result": ...} or {"failed": ...}, with the tokens that it holds now.
import { createInterface } from "node:readline";

const [packageName, endpoint, callback] = process.argv.slice(2);
const sdk = packageName === "sdk";
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const { Client } = sdk
  ? await import("@modelcontextprotocol/sdk/client/index.js")
  : await import("@modelcontextprotocol/client");
const { StreamableHTTPClientTransport } = sdk
  ? await import("@modelcontextprotocol/sdk/client/streamableHttp.js")
  : await import("@modelcontextprotocol/client");

async function hear() {
  const { value, done } = await lines.next();
  return done ? null : JSON.parse(value);
}

const say = (message) => console.log(JSON.stringify(message));

// What the SDK asks its user to keep, and to show to a person.
const keeper = {
  kept: {},
  visit: null,
  redirectUrl: callback,
  clientMetadata: {
    client_name: "Assistant in TypeScript",
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  },
  state: () => crypto.randomUUID(),
  clientInformation() { return this.kept.client; },
  saveClientInformation(client) { this.kept.client = client; },
  tokens() { return this.kept.tokens; },
  saveTokens(tokens) { this.kept.tokens = tokens; },
  saveCodeVerifier(verifier) { this.kept.verifier = verifier; },
  codeVerifier() { return this.kept.verifier; },
  redirectToAuthorization(address) { this.visit = address; },
  invalidateCredentials(scope) { if (scope !== "client") this.kept.tokens = undefined; },
};

let client = null;
let transport = null;

async function connect() {
  if (client) return;
  transport = new StreamableHTTPClientTransport(new URL(endpoint), { authProvider: keeper });
  const fresh = new Client({ name: "assistant", version: "1.0.0" }, sdk ? {} : { versionNegotiation: { mode: "auto" } });
  await fresh.connect(transport);
  client = fresh;
}

// Do it; when that needs a person, let one consent, and do it once again over a new connection.
async function attempt(action, mayAsk = true) {
  try {
    await connect();
    return await action();
  } catch (fault) {
    const asked = keeper.visit;
    keeper.visit = null;
    if (!asked || !mayAsk) throw fault;
    say({ visit: asked.href });
    const back = new URL((await hear()).back).searchParams;
    await transport.finishAuth(sdk ? back.get("code") : back);
    client = null;
    return attempt(action, false);
  }
}

async function run(wish) {
  if (wish.list) return attempt(async () => (await client.listTools()).tools.map((tool) => tool.name));
  if (wish.forget) return Boolean(delete keeper.kept.tokens);
  const [name, args] = wish.call;
  return attempt(() => client.callTool({ name, arguments: args }));
}

for (let wish = await hear(); wish; wish = await hear()) {
  const answer = await run(wish).then(
    (result) => ({ result }),
    (fault) => ({ failed: { name: fault.name, message: fault.message, status: fault.status ?? fault.data?.status ?? fault.code } }),
  );
  say({ ...answer, tokens: keeper.kept.tokens ?? null });
}
process.exit();
