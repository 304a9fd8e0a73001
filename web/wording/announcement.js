// The words around an announcement of those who run the server.

export const announcement = {
  title: "Announcement",
  away: "Dismiss",
};
