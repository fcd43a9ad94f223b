import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverFeatures } from '#app/server/discover-features.ts';
import { sourceRoot } from '#app/server/source-root.ts';
import { declarationProblems, eventProblems, meaningProblems } from '#kit/contract/feature.ts';
import { readMigrations } from '#kit/server/migrate.ts';
import { readTexts } from '#kit/server/texts.ts';
import { bookingProblems } from './checks/booking-calls.ts';
import { chartProblems } from './checks/charts.ts';
import { circleProblems, ringProblems } from './checks/circles.ts';
import { commandProblems } from './checks/commands.ts';
import { importProblems } from './checks/imports.ts';
import { migrationProblems } from './checks/migrations.ts';
import { Modules } from './checks/modules.ts';
import { packageProblems } from './checks/packages.ts';
import { playerWeightProblems } from './checks/player-weight.ts';
import { roomProblems } from './checks/rooms.ts';
import { isTest, readPapers, readSources, readTools } from './checks/source.ts';
import { statementProblems } from './checks/statements.ts';
import { rawTextProblems, textProblems } from './checks/texts.ts';
import { unreadProblems } from './checks/unread-inputs.ts';
import { waitProblems } from './checks/waits.ts';
import { plainWordProblems, wordProblems } from './checks/words.ts';

const biome = spawnSync('biome', ['check', '--error-on-warnings', '--max-diagnostics=50'], {
  cwd: sourceRoot,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});

const contentOf = (path: string) => readFileSync(join(sourceRoot, path), 'utf8');
const files = readSources(sourceRoot);
const tools = readTools(sourceRoot);
const papers = readPapers(sourceRoot);
const modules = new Modules(files);
const { dependencies, devDependencies, scripts } = JSON.parse(contentOf('package.json')) as Record<
  string,
  object
>;
const features = await discoverFeatures();
const texts = readTexts(sourceRoot);
const findings: Record<string, string[]> = {
  'import directions': importProblems(files),
  'circles of imports': circleProblems([...files, ...tools]),
  'rings between features': ringProblems(files),
  'rooms of the server': roomProblems(files),
  'statements of the server': statementProblems(files),
  'weight of player pages': playerWeightProblems(files, features),
  'charts with their figures': chartProblems(files),
  packages: packageProblems(
    [...files, ...tools],
    new Set(Object.keys({ ...dependencies, ...devDependencies })),
  ),
  'commands that are named': commandProblems(
    [...papers, ...files, ...tools.filter(({ path }) => !isTest(path))],
    new Set(Object.keys(scripts ?? {})),
  ),
  'names of migrations': migrationProblems(
    readMigrations(sourceRoot).map(({ name }) => name),
    contentOf('scripts/checks/dated-migrations.txt').trim().split('\n'),
  ),
  declarations: declarationProblems(features),
  'calls that move amounts': bookingProblems(modules, features),
  'fields that nobody reads': unreadProblems(modules, features),
  'events of one declaration': eventProblems(features),
  'answers that carry meaning': meaningProblems(features),
  translations: textProblems(texts, files, features),
  'waits of tests': waitProblems([...files, ...tools]),
  'one word per field': wordProblems(texts),
  'plain words': plainWordProblems([...files, ...tools, ...papers], texts['en-us']),
  'raw text': rawTextProblems(files),
};
for (const [check, problems] of Object.entries(findings)) {
  console.log(`${check}: ${problems.length === 0 ? 'ok' : `${problems.length} problems`}`);
  for (const problem of problems) console.error(`  ${problem}`);
}
const failed = biome.status !== 0 || Object.values(findings).some((problems) => problems.length > 0);
process.exit(failed ? 1 : 0);
