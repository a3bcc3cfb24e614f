# Makes a root that holds the packages docs/DEPLOY.md names and nothing else, with a network of its own, and stays in it until it is ended.
# To be run by unshare, with mounts, network and processes of its own. $1: the folder of the root; $2: PostgreSQL's programs; $3: Node; $4: stand-ins; $5 and $6: what
# `npm run build` and `npm ci` would make
set -eu
root=$1
mount --make-rprivate /
mount -t tmpfs -o size=2g tmpfs "$root"
cd "$root"
mkdir -p etc dev proc root home tmp run var/lib var/log opt prepared stand-ins usr/bin usr/.bin
chmod 1777 tmp
chmod 755 .
for folder in /usr/*; do
  [ "$folder" != /usr/bin ] || continue
  mkdir "$root$folder" && mount --bind "$folder" "$root$folder"
done
# Links, so that /usr/bin/node, as the unit calls it, is the Node that runs the tests, wherever that is.
mount --bind /usr/bin usr/.bin
for program in /usr/bin/*; do ln -s "/usr/.bin/${program##*/}" usr/bin/; done
rm -f usr/bin/node
touch usr/bin/node
mount --bind "$3" usr/bin/node
for folder in bin sbin lib lib64 lib32; do
  [ ! -L "/$folder" ] || ln -s "$(readlink "/$folder")" "$folder"
done
mount --rbind /dev dev
mount -t proc proc proc
for file in ld.so.cache ld.so.conf ld.so.conf.d alternatives nginx login.defs; do
  [ ! -e "/etc/$file" ] || cp -a "/etc/$file" etc/
done
mkdir etc/ssl && cp /etc/ssl/openssl.cnf etc/ssl/
rm -rf etc/nginx/sites-enabled/* etc/nginx/conf.d/*
for names in passwd group shadow; do grep -E '^(root|postgres|www-data|nogroup|nobody|ssl-cert):' "/etc/$names" > "etc/$names" || true; done
echo 'operator:x:1000:1000::/home/operator:/bin/bash' >> etc/passwd
echo 'operator:x:1000:' >> etc/group
printf 'passwd: files\ngroup: files\nshadow: files\nhosts: files\n' > etc/nsswitch.conf
printf '127.0.0.1 localhost console.example\n' > etc/hosts
install -d -o 1000 -g 1000 home/operator
install -d -o postgres -g postgres var/lib/postgresql run/postgresql
ln -s ../run var/run
mkdir -p var/log/nginx var/lib/nginx etc/systemd/system
touch record && chmod 666 record
cp "$4"/* stand-ins/ && chmod 755 stand-ins/*
# A shell that stays root (-p) where its file is root's and setuid: the stand-in of sudo needs one.
cp /bin/bash stand-ins/root-shell && chmod 4755 stand-ins/root-shell
mkdir prepared/dist prepared/node_modules
mount --bind "$5" prepared/dist
mount --bind "$6" prepared/node_modules
ip link set lo up
exec chroot "$root" /bin/sh -c 'echo ready; exec /usr/bin/sleep infinity'
