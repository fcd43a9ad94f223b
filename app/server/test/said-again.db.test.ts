/**
 * What becomes of a call that is said twice, word for word. Most calls take a request id, and the clients of every test say
 * them twice (`kit/server/testing/say-twice.ts`). Here are the others: writing calls without an id, each with what its
 * contract says about being said again, and calls that no other test makes.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { takesRequestId } from '#kit/contract/endpoint.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { playerLogins, staffLogins } from './said-again/logins.ts';
import { officeWishes } from './said-again/office.ts';
import { playerWishes } from './said-again/players.ts';
import { restOfWishes } from './said-again/rest.ts';
import { openScene, type Recipes, sayingOf } from './said-again/scene.ts';

const withoutId: Recipes = { ...staffLogins, ...playerLogins, ...playerWishes, ...officeWishes };
const scene = staged(openScene, (it) => it.arcade.close());

const writing = (await discoverFeatures()).flatMap(({ name, endpoints }) =>
  Object.entries(endpoints).flatMap(([call, endpoint]) =>
    endpoint.changes ? [{ name: `${name}.${call}`, call, endpoint }] : [],
  ),
);
const names = (calls: typeof writing) => calls.map(({ name }) => name).sort();

it('every writing call without a request id has a recipe by which it is said', () => {
  const others = writing.filter(({ endpoint }) => !takesRequestId(endpoint));
  expect(Object.keys(withoutId).sort()).toEqual(names(others));
});

it('every writing call with a request id is made by some other test, or has a recipe', () => {
  const said = new Set(
    globSync('{app,kit,features,simulators}/**/test/**/*.ts', { cwd: sourceRoot })
      .filter((path) => !path.includes('said-again'))
      .flatMap((path) => readFileSync(join(sourceRoot, path), 'utf8').match(/\w+/g) ?? []),
  );
  const unsaid = writing.filter(({ call, endpoint }) => takesRequestId(endpoint) && !said.has(call));
  expect(Object.keys(restOfWishes).sort()).toEqual(names(unsaid));
});

describe('said again, word for word', () => {
  const recipes: Recipes = { ...withoutId, ...restOfWishes };
  it.each(writing.filter(({ name }) => recipes[name]))(
    '$name does what its contract says',
    async ({ name, endpoint }) => {
      const wish = await recipes[name]!(scene);
      const say = sayingOf(scene, endpoint, wish);
      const first = await say();
      expect(first.status, first.body).toBe(200);
      const [again, written] = await scene.changedBy(say);
      await wish.undo?.();
      if (wish.again === 'refused') {
        expect(again.status, again.body).toBeGreaterThanOrEqual(400);
        expect(again.status, again.body).toBeLessThan(500);
      } else expect(again.status, again.body).toBe(200);
      if (wish.again === 'same') expect(again.body).toBe(first.body);
      expect(written).toEqual(wish.writes ?? []);
    },
  );
});
