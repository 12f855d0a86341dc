// The official TypeScript client: connect with a key, list the tools, call introspect, create a draft, read it back.
// Arguments: the package ("client" or "sdk"), the endpoint, the key, the title. Prints what it saw as JSON.
const [packageName, endpoint, key, title] = process.argv.slice(2);

async function makeClient() {
  const identity = { name: "sitehand-tests", version: "1.0.0" };
  const options = { requestInit: { headers: { "X-API-Key": key } } };
  if (packageName === "sdk") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return [new Client(identity), new StreamableHTTPClientTransport(new URL(endpoint), options)];
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const versionNegotiation = { mode: "auto" };
  return [new Client(identity, { versionNegotiation }), new StreamableHTTPClientTransport(new URL(endpoint), options)];
}

const readText = (result) => JSON.parse(result.content[0].text);
const [client, transport] = await makeClient();
await client.connect(transport);
const { tools } = await client.listTools();
const introspect = await client.callTool({ name: "introspect", arguments: {} });
const created = await client.callTool({ name: "create_page", arguments: { title, content: "<p>Hello</p>" } });
const read = await client.callTool({ name: "get_page", arguments: { id: readText(created).id } });
const failed = await client.callTool({ name: "get_page", arguments: { id: 999999 } });
const progress = [];
await client.callTool(
  { name: "batch", arguments: { requests: [{ method: "GET", path: "/site-info" }, { method: "GET", path: "/pages" }] } },
  ...(packageName === "sdk" ? [undefined] : []),
  { onprogress: ({ progress: done }) => progress.push(done) },
);
const { resources } = await client.listResources();
const { prompts } = await client.listPrompts();
console.log(
  JSON.stringify({
    version: transport.protocolVersion ?? null,
    tools: tools.map((tool) => tool.name),
    introspect: readText(introspect),
    created: readText(created),
    read: readText(read),
    failed: { isError: failed.isError, code: readText(failed).code },
    progress,
    resources: resources.map((resource) => resource.uri),
    prompts: prompts.map((prompt) => prompt.name),
  }),
);
await client.close();
