import { Alert, List } from '@mantine/core';

/** What a refund brings with it besides the money, in the server's words; nothing where there is nothing. */
export function RefundBesides({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <List size="sm" mt="xs">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}

/** Why not, and what to do instead: a sentence, which a badge would cut off on a phone. */
export const RefundRefusal = ({ text }: { text: string | null }) =>
  text && (
    <Alert color="red" mt="xs">
      {text}
    </Alert>
  );
