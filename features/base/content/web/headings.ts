/** The section titles of a Markdown text, in order; those inside code are no titles. */
export function headingsOf(markdown: string): string[] {
  return markdown
    .replace(/```[\s\S]*?```/g, '')
    .split('\n')
    .flatMap((line) => {
      const match = /^#\s+(.+?)\s*#*$/.exec(line);
      return match ? [match[1]!.replace(/[*_`]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')] : [];
    });
}
