import {
  type AnyEndpoint,
  type Contract,
  isPermission,
  type Permission,
  type Realm,
  takesRequestId,
} from './endpoint.ts';
import { asRefresher, type EventDeclaration } from './event.ts';
import type { ForeignCall } from './foreign-call.ts';
import { meaningTexts, plainFields } from './meaning.ts';
import { isTab, type Screen, type ScreenModule } from './screen.ts';
import { nestingProblems, outermostScreens, placeScreens } from './screen-places.ts';

export interface Feature<C extends Contract = Contract> {
  name: string;
  /** the name by which roles, the log and callers know it: that of the room it was cut from, or its own */
  knownAs: string;
  endpoints: C;
  /** all of them, those inside others too */
  screens: readonly Screen[];
  /** the feature beside whose menu entries its rights stand, where it has no entry of its own */
  beside?: string | undefined;
  /** what its calls are about, in a sentence for the API reference */
  about?: string | undefined;
  /** calls in protocols of others, which its server mounts itself */
  foreign: readonly ForeignCall[];
}

/** The declaration of a feature: whatever else needs to know of it (routes, menu, roles, reference, tests) reads this. */
export function defineFeature<C extends Contract>(options: {
  name: string;
  knownAs?: string;
  endpoints: C;
  screens?: ScreenModule;
  beside?: string;
  about?: string;
  foreign?: readonly ForeignCall[];
}): Feature<C> {
  const { name, knownAs = name, endpoints, beside, about, foreign = [] } = options;
  const placed = placeScreens(options.screens?.screens ?? []);
  return { name, knownAs, endpoints, screens: placed.map(({ screen }) => screen), beside, about, foreign };
}

/** What of a feature exists in a real installation. */
export const withoutDemo = (feature: Feature): Feature => ({
  ...feature,
  endpoints: Object.fromEntries(Object.entries(feature.endpoints).filter(([, { onlyDemo }]) => !onlyDemo)),
  screens: feature.screens.filter(({ onlyDemo }) => !onlyDemo),
});

export interface CataloguedPermission extends Permission {
  feature: string;
  endpoints: AnyEndpoint[];
}

/** All permissions that endpoints name, in the order of their declaration. */
export function permissionCatalogue(features: readonly Feature[]): CataloguedPermission[] {
  const found = new Map<string, CataloguedPermission>();
  for (const feature of features) {
    for (const endpoint of Object.values(feature.endpoints)) {
      if (!isPermission(endpoint.access)) continue;
      const known = found.get(endpoint.access.permission);
      if (known) known.endpoints.push(endpoint);
      else
        found.set(endpoint.access.permission, {
          ...endpoint.access,
          feature: feature.name,
          endpoints: [endpoint],
        });
    }
  }
  return [...found.values()];
}

/** The rights by which somebody hands out value that nobody paid for. */
export const givingRights = (features: readonly Feature[]): CataloguedPermission[] =>
  permissionCatalogue(features).filter(({ endpoints }) => endpoints.some(({ gives }) => gives));

/** The rights by which somebody decides what others may give. */
export const limitingRights = (features: readonly Feature[]): CataloguedPermission[] =>
  permissionCatalogue(features).filter(({ endpoints }) => endpoints.some(({ limits }) => limits));

/** The permission that guards a screen, by way of the endpoint it needs. */
export function screenPermission(feature: Feature, screen: Screen): Permission | undefined {
  if (!screen.needs) return undefined;
  const access = feature.endpoints[screen.needs]?.access;
  return access && isPermission(access) ? access : undefined;
}

export function screenRealms(feature: Feature, screen: Screen): readonly Realm[] | undefined {
  return screenPermission(feature, screen)?.realms;
}

/** The translation keys that declarations themselves ask for: titles, menu groups, names of rights. */
export function declaredTexts(features: readonly Feature[]): Set<string> {
  const keys = new Set<string>();
  for (const feature of features) {
    for (const screen of feature.screens) {
      keys.add(`${feature.name}:screen.${screen.title}`);
      if (!screen.menu || isTab(screen.menu)) continue;
      keys.add(`kit:menu.${screen.menu.area}`);
      if (screen.menu.family) keys.add(`kit:family.${screen.menu.family}`);
    }
  }
  for (const { endpoints } of features)
    for (const { input, output } of Object.values(endpoints))
      for (const key of [...meaningTexts(input), ...meaningTexts(output)]) keys.add(key);
  for (const { permission } of permissionCatalogue(features))
    keys.add(permission.replace('.', ':permission.'));
  return keys;
}

/** A writing call that nobody can recognise when it is said again has to say why that does no harm. */
function repeatProblems(endpoint: AnyEndpoint): string[] {
  if (!endpoint.changes)
    return endpoint.lets || endpoint.gives ? ['lets something out, so it changes something'] : [];
  if (!takesRequestId(endpoint)) return [];
  const nobody = endpoint.access === 'public' && 'nobody is logged in to tell whose wish it is';
  const nothing = (endpoint.answer === 'raw' || endpoint.multipart) && 'its answer or its body is not kept';
  const unnamed =
    endpoint.repeats === 'recognised' &&
    !('requestId' in endpoint.input.shape) &&
    'it recognises a requestId that its input does not name';
  return [nobody, nothing]
    .flatMap((why) => (why ? [`say with repeats why it may be said twice: ${why}`] : []))
    .concat(unnamed || []);
}

/** A file that nobody named would be described as an envelope. */
const fileProblems = ({ answer, files, output }: AnyEndpoint): string[] =>
  answer === 'raw' && !files && output.safeParse({}).success ? ['say with files what it answers with'] : [];

/** Rights that the feature they are named after declares. Another feature's call may need one of them too. */
const ownRights = (features: readonly Feature[]): Set<string> =>
  new Set(
    features.flatMap(({ knownAs, endpoints }) =>
      Object.values(endpoints).flatMap(({ access }) =>
        isPermission(access) && access.permission.startsWith(`${knownAs}.`) ? [access.permission] : [],
      ),
    ),
  );

/** What is wrong with a set of declarations; empty when they can be served. */
export function declarationProblems(features: readonly Feature[]): string[] {
  const problems: string[] = [];
  const routes = new Map<string, string>();
  const paths = new Map<string, string>();
  const realmsOf = new Map<string, string>();
  const rights = ownRights(features);
  const places = new Map<string, string>();
  const entries = new Set(
    features.flatMap(({ screens }) =>
      screens.flatMap(({ path, menu }) => (menu && !isTab(menu) ? [path] : [])),
    ),
  );
  const names = new Set(features.map(({ name }) => name));
  for (const feature of features) {
    if (!names.has(feature.knownAs))
      problems.push(`${feature.name}: there is no feature ${feature.knownAs} by whose name it is known`);
    for (const [name, endpoint] of Object.entries(feature.endpoints)) {
      const label = `${feature.name}.${name}`;
      const route = `${endpoint.method} ${endpoint.path}`;
      const other = routes.get(route);
      if (other) problems.push(`${label}: ${route} is already declared by ${other}`);
      routes.set(route, label);
      if (!endpoint.access)
        problems.push(`${label}: names neither a permission nor 'public', 'session' or 'player'`);
      for (const problem of [...repeatProblems(endpoint), ...fileProblems(endpoint)])
        problems.push(`${label}: ${problem}`);
      if (!isPermission(endpoint.access)) continue;
      const { permission, realms } = endpoint.access;
      if (!rights.has(permission))
        problems.push(
          `${label}: permission ${permission} must start with ${feature.knownAs}. or be declared by the feature it names`,
        );
      const known = realmsOf.get(permission);
      if (known !== undefined && known !== realms.join())
        problems.push(`${label}: permission ${permission} is declared for ${known} elsewhere`);
      realmsOf.set(permission, realms.join());
    }
    const outermost = outermostScreens(feature.screens);
    problems.push(...nestingProblems(outermost).map((problem) => `${feature.name}: ${problem}`));
    for (const path of placeScreens(outermost).flatMap((placed) => placed.paths)) {
      const other = paths.get(path);
      if (other) problems.push(`${feature.name}: screen ${path} is already declared by ${other}`);
      paths.set(path, feature.name);
    }
    for (const screen of feature.screens) {
      if (screen.menu) {
        const place = `${isTab(screen.menu) ? screen.menu.tabOf : screen.menu.area} ${screen.menu.sort}`;
        const taken = places.get(place);
        if (taken) problems.push(`${feature.name}: menu place ${place} of ${screen.path} is ${taken}'s`);
        places.set(place, screen.path);
        if (isTab(screen.menu) && !entries.has(screen.menu.tabOf))
          problems.push(
            `${feature.name}: ${screen.path} is a tab of ${screen.menu.tabOf}, which is no entry`,
          );
      }
      if (screen.needs && !feature.endpoints[screen.needs])
        problems.push(`${feature.name}: screen ${screen.path} needs unknown endpoint ${screen.needs}`);
    }
  }
  return problems;
}

/** Answers that hand out bare values where their names promise a time, an amount of money or one of several states. */
export function meaningProblems(features: readonly Feature[]): string[] {
  return features.flatMap(({ name: feature, endpoints }) =>
    Object.entries(endpoints).flatMap(([name, { output }]) =>
      plainFields(output).map((problem) => `${feature}.${name}: ${problem}`),
    ),
  );
}

/** Names of events belong to one declaration, or pages would hear what others mean. */
export function eventProblems(features: readonly Feature[]): string[] {
  const known = new Map<string, EventDeclaration>();
  const problems = new Set<string>();
  for (const { endpoints } of features)
    for (const { emits, refreshedBy } of Object.values(endpoints))
      for (const event of [...emits, ...refreshedBy.map((entry) => asRefresher(entry).event)]) {
        const other = known.get(event.name);
        if (other && other !== event) problems.add(`event ${event.name} is declared twice`);
        known.set(event.name, event);
      }
  return [...problems];
}
