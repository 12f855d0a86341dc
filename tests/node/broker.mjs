// A real OAuth 2.1 broker for tests and for trying things out: oidc-provider, with plain pages to sign in and to consent.
//
// Its one argument is JSON: {port, path, issuer, resources, clients, signed, registration, tls: {key, cert}}, all optional.
// `path` puts it below an address that it shares with others; `signed` lets a site have signed answers to its questions
// (RFC 9701); `registration` is a token without which nobody registers.
// It prints {"port": N} when it serves. Then each line of its input is a wish, answered by a line:
// {"resource": "https://..."} knows one more site, {"ahead": 3600} sets its clock that many seconds ahead. It ends when
// its input does.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createInterface } from "node:readline";
import Provider, { errors } from "oidc-provider";
import { servePages } from "./broker_pages.mjs";

console.info = console.warn; // The library's notices go to standard error: standard output is for answers.
const SCOPE = "site:read site:write";
const ONE_HOUR = 3600;

const options = JSON.parse(process.argv[2] ?? "{}");
const path = options.path ?? "";
const resources = new Set(options.resources);

function makeKeys() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: "tests" }] };
}

function describeResource(ctx, resource) {
  if (!resources.has(resource)) throw new errors.InvalidTarget();
  return { scope: SCOPE, accessTokenFormat: "opaque", accessTokenTTL: ONE_HOUR };
}

const configuration = {
  clients: options.clients ?? [],
  cookies: { keys: ["for tests alone"] },
  jwks: makeKeys(),
  responseTypes: ["code"],
  scopes: ["openid", "offline_access", ...SCOPE.split(" ")], // so that a client may register with a site's scopes
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: true },
    introspection: { enabled: true },
    jwtIntrospection: { enabled: Boolean(options.signed) },
    registration: { enabled: true, initialAccessToken: options.registration ?? false },
    resourceIndicators: { enabled: true, getResourceServerInfo: describeResource, useGrantedResource: () => true },
    revocation: { enabled: true },
  },
  pkce: { required: () => true },
  issueRefreshToken: (ctx, client) => client.grantTypeAllowed("refresh_token"),
  rotateRefreshToken: () => true,
  expiresWithSession: () => false,
  ttl: { AccessToken: ONE_HOUR, AuthorizationCode: 60, Grant: 24 * ONE_HOUR, IdToken: ONE_HOUR,
    Interaction: ONE_HOUR, RefreshToken: 24 * ONE_HOUR, Session: 24 * ONE_HOUR },
  // Every authorization asks the person anew, so that they may give more or less than the last time.
  loadExistingGrant: (ctx) => ctx.oidc.result?.consent && ctx.oidc.provider.Grant.find(ctx.oidc.result.consent.grantId),
  interactions: { url: (ctx, { uid }) => `${path}/interaction/${uid}` },
  findAccount: (ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
};

let ahead = 0;
const now = Date.now;
Date.now = () => now() + ahead * 1000;

// Serve below `path`; the metadata are also where RFC 8414, 3.1, has them, with the path behind their name.
function mount(serve) {
  return (request, response) => {
    const [, name, suffix] = /^\/\.well-known\/([^/]+)(.*)$/.exec(request.url) ?? [];
    request.originalUrl = name && suffix === path ? `${path}/.well-known/${name}` : request.url;
    if (!request.originalUrl.startsWith(`${path}/`)) return response.writeHead(404).end();
    request.url = request.originalUrl.slice(path.length);
    return serve(request, response);
  };
}

function grantWish({ resource, ahead: seconds }) {
  if (resource) resources.add(resource);
  if (seconds !== undefined) ahead = seconds;
  return { resources: [...resources], ahead };
}

const server = options.tls ? createTlsServer(options.tls) : createServer();
server.listen(options.port ?? 0, "127.0.0.1", () => {
  const { port } = server.address();
  const provider = new Provider(options.issuer ?? `http://127.0.0.1:${port}${path}`, configuration);
  provider.on("server_error", (ctx, fault) => console.error(fault));
  servePages(provider);
  server.on("request", mount(provider.callback()));
  console.log(JSON.stringify({ port }));
  const wishes = createInterface({ input: process.stdin });
  wishes.on("line", (line) => console.log(JSON.stringify(grantWish(JSON.parse(line)))));
  wishes.on("close", () => process.exit());
});
