import classes from './content.module.css';

interface Part {
  text: string;
  hit: boolean;
}

/** A text with its search hits marked. */
export function Highlighted({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) =>
    part.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
      <mark key={index} className={classes.hit}>
        {part.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
      <span key={index}>{part.text}</span>
    ),
  );
}
