import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { openApiDocument } from '#kit/server/http/openapi.ts';

/** What `/openapi.json` of a demo server says, without one. */
export async function apiDocument(): Promise<Record<string, unknown>> {
  return openApiDocument(await discoverFeatures(), { version: '0' });
}

/** What the public rules for OpenAPI documents find wrong with it, warnings too. */
export async function lintDocument(document: Record<string, unknown>): Promise<string[]> {
  const linter = new spectralCore.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas, 'recommended']],
    rules: { 'tag-description': 'error' },
  } as RulesetDefinition);
  const found = await linter.run(document);
  return found.map(({ code, path, message }) => `${code} at ${path.join(' › ')}: ${message}`);
}
