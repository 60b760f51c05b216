/* Stands between a program and its disk: logs every write, truncation, new name and sync under one folder, and plays a full disk.

   SHIM_FOLDER  the folder that is watched
   SHIM_LOG     where the log is appended to, if given
   SHIM_FULL    while this file exists, no file under the folder can be written beyond the number of bytes that it holds

   A record is a struct record followed by both paths and the data written. The test replays them as a disk without power would. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, TRUNCATE, CREATE, RENAME, LINK, UNLINK, SYNC, FOLDER };

struct record { uint32_t kind, path_size, other_size, data_size; uint64_t offset; } __attribute__((packed));

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static int is_watched(const char *path) {
    const char *folder = getenv("SHIM_FOLDER");
    return folder && !strncmp(path, folder, strlen(folder));
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = syscall(SYS_readlink, link, path, 4095);
    if (size < 0) return 0;
    path[size] = 0;
    char *gone = strstr(path, " (deleted)");
    if (gone) *gone = 0;
    return is_watched(path);
}

/* How long a file may become: without end, or what the file SHIM_FULL says; 0 where nothing new fits at all. */
static long room(void) {
    const char *flag = getenv("SHIM_FULL");
    char said[16] = "";
    int fd = flag ? (int)syscall(SYS_openat, AT_FDCWD, flag, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return -1;
    if (syscall(SYS_read, fd, said, sizeof said - 1) < 0) said[0] = 0;
    syscall(SYS_close, fd);
    return atol(said);
}

static int is_full(void) { return room() == 0; }

static void note(uint32_t kind, const char *path, const char *other, const void *data, size_t size, uint64_t offset) {
    const char *log = getenv("SHIM_LOG");
    if (!log) return;
    struct record record = {kind, strlen(path), strlen(other), size, offset};
    struct iovec parts[] = {{&record, sizeof record}, {(void *)path, record.path_size}, {(void *)other, record.other_size},
                            {(void *)data, size}};
    int kept = errno, fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || syscall(SYS_writev, fd, parts, 4) < 0) abort();
    syscall(SYS_close, fd);
    errno = kept;
}

#define LOCKED(result, call, noting) do { pthread_mutex_lock(&turn); result = (call); if (result >= 0) { noting; } \
                                          pthread_mutex_unlock(&turn); } while (0)

/* ---- names ---- */

static void absolute(int folder, const char *path, char *full) {
    if (path[0] == '/') { snprintf(full, 4096, "%s", path); return; }
    char base[4096];
    if (folder == AT_FDCWD) { if (!getcwd(base, sizeof base)) base[0] = 0; } else path_of(folder, base);
    snprintf(full, 4096, "%s/%s", base, path);
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    char full[4096];
    absolute(folder, path, full);
    if (!is_watched(full) || !(flags & (O_CREAT | O_TRUNC))) return syscall(SYS_openat, folder, path, flags, mode);
    struct stat before;
    int fd, is_new = syscall(SYS_newfstatat, AT_FDCWD, full, &before, 0) != 0;
    if (is_new && is_full()) { errno = ENOSPC; return -1; }
    LOCKED(fd, (int)syscall(SYS_openat, folder, path, flags, mode),
           if (is_new) note(CREATE, full, "", "", 0, 0); else if (flags & O_TRUNC) note(TRUNCATE, full, "", "", 0, 0));
    return fd;
}

#define MODE mode_t mode = 0; if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE return open_at(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE return open_at(folder, path, flags | O_LARGEFILE, mode); }

int rename(const char *from, const char *to) {
    char first[4096], second[4096];
    int done;
    absolute(AT_FDCWD, from, first);
    absolute(AT_FDCWD, to, second);
    if (!is_watched(second)) return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    LOCKED(done, (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), note(RENAME, first, second, "", 0, 0));
    return done;
}

int link(const char *from, const char *to) {
    char first[4096], second[4096];
    int done;
    absolute(AT_FDCWD, from, first);
    absolute(AT_FDCWD, to, second);
    if (!is_watched(second)) return syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    LOCKED(done, (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), note(LINK, first, second, "", 0, 0));
    return done;
}

int unlink(const char *path) {
    char full[4096];
    absolute(AT_FDCWD, path, full);
    int done;
    if (!is_watched(full)) return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    LOCKED(done, (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0), note(UNLINK, full, "", "", 0, 0));
    return done;
}

int mkdir(const char *path, mode_t mode) {
    char full[4096];
    absolute(AT_FDCWD, path, full);
    int done;
    if (!is_watched(full)) return syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (is_full()) { errno = ENOSPC; return -1; }
    LOCKED(done, (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode), note(FOLDER, full, "", "", 0, 0));
    return done;
}

/* ---- contents ---- */

/* How much of a write fits; as on a real disk, the last write that finds room is cut short, and the next one fails. */
static size_t fitting(size_t size, off_t offset) {
    long fits = room();
    if (!size || fits < 0 || (off_t)size + offset <= fits) return size;
    errno = ENOSPC;
    return fits > offset ? fits - offset : 0;
}

ssize_t write(int fd, const void *data, size_t size) {
    char path[4096];
    ssize_t done;
    if (fd <= 2 || !path_of(fd, path)) return syscall(SYS_write, fd, data, size);
    size_t fits = fitting(size, syscall(SYS_lseek, fd, 0, SEEK_CUR));
    if (size && !fits) return -1;
    size = fits;
    LOCKED(done, syscall(SYS_write, fd, data, size),
           note(WRITE, path, "", data, done, syscall(SYS_lseek, fd, 0, SEEK_CUR) - done));
    return done;
}

static ssize_t write_at(int fd, const void *data, size_t size, off_t offset) {
    char path[4096];
    ssize_t done;
    if (!path_of(fd, path)) return syscall(SYS_pwrite64, fd, data, size, offset);
    size_t fits = fitting(size, offset);
    if (size && !fits) return -1;
    size = fits;
    LOCKED(done, syscall(SYS_pwrite64, fd, data, size, offset), note(WRITE, path, "", data, done, offset));
    return done;
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }

static int cut(int fd, off_t size) {
    char path[4096];
    int done;
    if (!path_of(fd, path)) return syscall(SYS_ftruncate, fd, size);
    LOCKED(done, (int)syscall(SYS_ftruncate, fd, size), note(TRUNCATE, path, "", "", 0, size));
    return done;
}
int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off_t size) { return cut(fd, size); }

static int synced(int fd, long number) {
    char path[4096];
    int done;
    if (!path_of(fd, path)) return syscall(number, fd);
    LOCKED(done, (int)syscall(number, fd), note(SYNC, path, "", "", 0, 0));
    return done;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
