// The broker's two pages for people: who are you, and what may this application do? Plain forms, no script.

function escape(text) {
  return String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function page(title, form) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1>
<form method="post">${form}</form></main></html>`;
}

const LOGIN = page("Sign in", '<label>Name <input name="name" required autofocus></label> <button>Sign in</button>');

function consentPage(client, asked) {
  const sites = Object.entries(asked).map(([site, scopes]) => {
    const boxes = scopes.map((scope) => `<label><input type="checkbox" name="scope" value="${escape(scope)}" checked>
      ${escape(scope)}</label>`);
    return `<fieldset><legend>${escape(site)}</legend>${boxes.join(" ")}</fieldset>`;
  });
  const buttons = '<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button>';
  return page(`Allow ${escape(client.clientName ?? client.clientId)}?`, sites.join("") + buttons);
}

async function readForm(request) {
  let text = "";
  for await (const part of request) text += part;
  return new URLSearchParams(text);
}

async function recordConsent(provider, { params, session, prompt }, form) {
  if (form.get("answer") !== "allow") return { error: "access_denied", error_description: "The person said no." };
  const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  grant.addOIDCScope(missingOIDCScope);
  for (const [site, asked] of Object.entries(missingResourceScopes)) {
    const given = new Set(form.getAll("scope"));
    grant.addResourceScope(site, asked);
    grant.rejectResourceScope(site, asked.filter((scope) => !given.has(scope)));
  }
  return { consent: { grantId: await grant.save() } };
}

async function showPage(provider, ctx) {
  const { prompt, params } = await provider.interactionDetails(ctx.req, ctx.res);
  const client = await provider.Client.find(params.client_id);
  ctx.type = "html";
  ctx.body = prompt.name === "login" ? LOGIN : consentPage(client, prompt.details.missingResourceScopes ?? {});
}

async function takeAnswer(provider, ctx) {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res);
  const form = await readForm(ctx.req);
  const result = interaction.prompt.name === "login"
    ? { login: { accountId: form.get("name") } }
    : await recordConsent(provider, interaction, form);
  ctx.status = 303;
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
}

export function servePages(provider) {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith("/interaction/")) return next();
    ctx.set("Cache-Control", "no-store");
    return ctx.method === "POST" ? takeAnswer(provider, ctx) : showPage(provider, ctx);
  });
}
