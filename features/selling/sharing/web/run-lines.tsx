import { Text } from '@mantine/core';
import { meaningOf } from '#kit/contract/meaning.ts';
import { Endless } from '#kit/pages/endless.tsx';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type LineRecord, type RunRecord, runsContract } from '../contract/runs.ts';
import { lineState } from '../contract/shared.ts';
import { Percent, useStepName } from './display.tsx';
import classes from './sharing.module.css';
import { LineReason, WechatFacts } from './wechat-facts.tsx';

const stateMeaning = meaningOf(lineState());

/** One share with every step that led to it. */
export function LineSteps({ line }: { line: LineRecord }) {
  const t = useText();
  const stepName = useStepName();
  return (
    <table className={classes.ledger}>
      <tbody>
        <tr>
          <th scope="row">{t('sharing:field.grossFen')}</th>
          <td>
            <Money fen={line.grossFen} />
          </td>
        </tr>
        {line.steps
          .filter(({ amountFen }) => amountFen !== 0)
          .map((step) => (
            <tr key={`${step.kind} ${step.name}`}>
              <th scope="row">{t('sharing:preview.less', { name: stepName(step) })}</th>
              <td>
                <Money fen={-step.amountFen} />
              </td>
            </tr>
          ))}
        <tr>
          <th scope="row">{t('sharing:field.baseFen')}</th>
          <td>
            <Money fen={line.baseFen} />
          </td>
        </tr>
        <tr data-strong>
          <th scope="row">
            {line.receiverName} <Percent basisPoints={line.basisPoints} />
          </th>
          <td>
            <Money fen={line.dueFen} />
          </td>
        </tr>
        <tr>
          <th scope="row">{t('sharing:lineState.paid')}</th>
          <td>
            <Money fen={line.paidFen} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The shares of one run. */
export function RunLines({ run }: { run: RunRecord }) {
  const t = useText();
  return (
    <Endless
      call={[runsContract.listLines, { runId: run.id, size: 20 }]}
      empty={{ title: 'sharing:automatic.noLines' }}
    >
      {(lines) => (
        <ul className={classes.days}>
          {lines.map((line) => (
            <li key={line.id} className={classes.day}>
              <div className={classes.dayHead}>
                <Text fw={600}>{line.receiverName}</Text>
                <Text fw={600} component="div">
                  <Money fen={line.dueFen} /> <MeaningView meaning={stateMeaning} row={line} path="state" />
                </Text>
              </div>
              <Hint>{line.orderNumber}</Hint>
              <LineReason line={line} />
              <WechatFacts line={line} />
              <details>
                <summary>{t('sharing:automatic.steps')}</summary>
                <LineSteps line={line} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </Endless>
  );
}
