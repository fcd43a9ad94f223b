import { Paper, Text } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Heading, Hint, Money } from '#kit/ui/display.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { rulesContract } from '../contract/rules.ts';
import { useStepName } from './display.tsx';
import classes from './sharing.module.css';

/** What the rule would have given, line by line from what players paid to what is left for the merchant. */
export function Preview({ preview }: { preview: OutputOf<typeof rulesContract.previewRule> }) {
  const t = useText();
  const stepName = useStepName();
  return (
    <Paper withBorder p="md" component="section" mb="sm" aria-live="polite">
      <Heading mb={4}>{t('sharing:preview.title')}</Heading>
      <Hint mb="sm">
        {t('sharing:preview.period', { from: preview.from, to: preview.to, count: preview.orders })}
        {!preview.complete && ` ${t('sharing:preview.incomplete')}`}
      </Hint>
      {preview.orders === 0 ? (
        <Text>{t('sharing:preview.nothing')}</Text>
      ) : (
        <table className={classes.ledger}>
          <tbody>
            <tr data-strong>
              <th scope="row">{t('sharing:field.grossFen')}</th>
              <td>
                <Money fen={preview.grossFen} />
              </td>
            </tr>
            {preview.steps.map((step) => (
              <tr key={`${step.kind} ${step.name}`}>
                <th scope="row">{t('sharing:preview.less', { name: stepName(step) })}</th>
                <td>
                  <Money fen={-step.amountFen} />
                </td>
              </tr>
            ))}
            <tr data-strong>
              <th scope="row">{t('sharing:field.baseFen')}</th>
              <td>
                <Money fen={preview.baseFen} />
              </td>
            </tr>
            {preview.parts.map((part) => (
              <tr key={part.receiverId}>
                <th scope="row">
                  {t('sharing:preview.part', {
                    name: part.receiverName,
                    percent: percentText(part.basisPoints),
                  })}
                </th>
                <td>
                  <Money fen={part.amountFen} />
                </td>
              </tr>
            ))}
            <tr data-strong>
              <th scope="row">{t('sharing:preview.rest')}</th>
              <td>
                <Money fen={preview.restFen} />
              </td>
            </tr>
          </tbody>
        </table>
      )}
    </Paper>
  );
}
