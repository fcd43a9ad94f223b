/** aedes refuses deeper topics */
const maxTopicLevels = 100;

const fits = (topic: string) =>
  topic.length > 0 && !topic.includes('\0') && topic.split('/').length <= maxTopicLevels;

export const isTopicName = (topic: string): boolean => fits(topic) && !/[+#]/.test(topic);

/** + stands alone in a level, # alone in the last one. */
export function isTopicFilter(filter: string): boolean {
  const levels = filter.split('/');
  return (
    fits(filter) &&
    levels.every(
      (level, index) =>
        !/[+#]/.test(level) || level === '+' || (level === '#' && index === levels.length - 1),
    )
  );
}

export const isShared = (filter: string): boolean => filter.startsWith('$share/');
