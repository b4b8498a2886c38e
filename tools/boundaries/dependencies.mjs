/**
 * Who may depend on whom, by the tag in each package.json under `nx.tags`. What is not named is refused.
 * docs and reasons: the dependency rule of the architecture (domain -> nothing; adapters -> domain; the API wires them;
 * the SDK and what uses it know the graph only).
 */
const layers = {
  'layer:domain': [],
  'layer:adapter': ['layer:domain'],
  'layer:api': ['layer:domain', 'layer:adapter'],
  'layer:sdk': [],
  'layer:example': ['layer:sdk'],
  'layer:testbed': [],
  'layer:codegen': [],
  'layer:bench': ['layer:api'],
  'layer:e2e': ['layer:api', 'layer:sdk', 'layer:testbed'],
};

/** @param {readonly string[]} more tags that everybody may depend on as well */
export const constraintsWith = (...more) =>
  Object.entries(layers).map(([sourceTag, allowed]) => ({
    sourceTag,
    onlyDependOnLibsWithTags: [sourceTag, ...allowed, ...more],
  }));
