import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { type CardKind, maxImportLines, simcardsContract } from '../contract.ts';
import classes from './card.module.css';
import { cardAnswers } from './card-answers.ts';

type Result = OutputOf<typeof simcardsContract.importCards>;

/** What became of each line; the ones that were refused come first. */
function ImportResult({ result }: { result: Result }) {
  const t = useText();
  const sorted = result.results.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null));
  const refused = result.results.length - result.added;
  return (
    <Stack gap="sm" role="status">
      <Alert color={refused > 0 ? 'coin' : 'yard'} variant="light">
        {t('simcards:import.summary', { added: result.added, refused })}
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

function ImportForm({ kind, onClose }: { kind: CardKind; onClose: () => void }) {
  const t = useText();
  const [lines, setLines] = useState('');
  const [result, setResult] = useState<Result | undefined>();
  const run = useAct(simcardsContract.importCards, { invalidates: cardAnswers, onDone: setResult });
  if (result)
    return (
      <Stack>
        <ImportResult result={result} />
        <Button onClick={onClose}>{t('kit:action.close')}</Button>
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(`simcards:import.hint.${kind}`, { max: maxImportLines })}
      </Text>
      <Textarea
        label={t('simcards:import.label')}
        value={lines}
        onChange={(event) => setLines(event.currentTarget.value)}
        placeholder={t(`simcards:import.example.${kind}`)}
        autosize
        minRows={8}
        maxRows={18}
        spellCheck={false}
        data-field="lines"
      />
      <Button
        loading={run.isPending}
        disabled={lines.trim() === ''}
        onClick={() => run.mutate({ kind, lines })}
      >
        {t('simcards:import.run')}
      </Button>
    </Stack>
  );
}

export function ImportSheet({ kind, onClose }: { kind: CardKind | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet opened={kind !== undefined} onClose={onClose} title={t('simcards:import.title')} size={560}>
      {kind && <ImportForm kind={kind} onClose={onClose} />}
    </Sheet>
  );
}
