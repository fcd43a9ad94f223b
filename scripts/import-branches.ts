/** `npm run branches:import -- table.csv`: the operator's own table of bank branches instead of the few that are shipped. */
import { readFile } from 'node:fs/promises';
import { readBranchTable, replaceBranches } from '#features/money/onboarding/server/public.ts';
import { loadConfig } from '#kit/server/config.ts';
import { runCommand, withDatabase } from './open-installation.ts';

const mostProblems = 20;
const [file] = process.argv.slice(2);

const sentences = {
  columns: 'wants three columns: bank (code or name), region (six digits), branch',
  bank: 'names a bank that is not known',
  region: 'names a region that there is not',
  name: 'has a name of less than 2 or more than 80 characters',
};

await runCommand(async () => {
  if (!file) {
    console.error('npm run branches:import -- <table.csv>');
    process.exitCode = 1;
    return;
  }
  const { branches, problems } = readBranchTable(await readFile(file, 'utf8'));
  if (problems.length > 0 || branches.length === 0) {
    for (const { line, problem } of problems.slice(0, mostProblems))
      console.error(`line ${line} ${sentences[problem]}`);
    console.error(`nothing was imported: ${problems.length} wrong lines, ${branches.length} good ones`);
    process.exitCode = 1;
    return;
  }
  await withDatabase(loadConfig(), (db) => db.transaction((tx) => replaceBranches(tx, branches, new Date())));
  console.log(`${branches.length} branches imported`);
});
