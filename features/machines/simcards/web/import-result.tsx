import { Alert, Stack, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { simcardsContract } from '../contract.ts';
import classes from './card.module.css';

type Result = OutputOf<typeof simcardsContract.importCards>;

/** What became of each line; the ones that were refused come first. */
export function ImportResult({ result }: { result: Result }) {
  const t = useText();
  const sorted = result.results.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
  const refused = result.results.length - result.added;
  return (
    <Stack gap="sm" role="status">
      <Alert color={refused > 0 ? 'coin' : 'yard'} variant="light">
        {t('simcards:import.summary', { added: result.added, count: refused })}
      </Alert>
      <ul className={classes.list}>
        {sorted.map(({ line, text, problem }) => (
          <li key={line}>
            <Text span size="sm" className={`${classes.what} ${classes.number}`}>
              {t('simcards:import.line', { line, text })}
            </Text>
            <StatusBadge tone={problem ? 'bad' : 'good'}>
              {t(problem ? `simcards:import.problem.${problem}` : 'simcards:import.added')}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
