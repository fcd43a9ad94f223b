/** `npm run prove`: adds all books up again; exit status 1 when they do not balance. Runs beside a server or without one. */
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { loadConfig } from '#kit/server/config.ts';
import { runCommand, withDatabase } from './open-installation.ts';

await runCommand(() =>
  withDatabase(loadConfig(), async (db) => {
    const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
    const proof = await prove(db, new Date(), checks);
    for (const { unit, sum, turnover } of proof.totals)
      console.log(`${unit}: sum ${sum}, turnover ${turnover}`);
    for (const check of proof.checks) {
      console.log(`${check.holds ? 'ok   ' : 'WRONG'} ${check.name}${check.holds ? '' : `: ${check.wrong}`}`);
      for (const example of check.examples) console.log(`      ${example}`);
    }
    console.log(`${proof.accounts} accounts, ${proof.transfers} transfers, ${proof.entries} entries`);
    if (!proof.holds) process.exitCode = 1;
  }),
);
